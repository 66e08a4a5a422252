//! PNG files.

use super::{drawing::Drawing, raster::Raster};

/// Pixels per unit of the page: enough for sharp text on high-density screens.
const SCALE: f64 = 2.0;

pub fn encoded(drawing: &Drawing) -> Vec<u8> {
    let raster = Raster::of(drawing, SCALE);
    let sides = [raster.width, raster.height].map(|side| (side as u32).to_be_bytes());
    // Eight bits per channel, RGB, no interlacing.
    let header = [&sides.concat()[..], &[8, 2, 0, 0, 0]].concat();
    let mut rows = Vec::with_capacity(raster.height * (3 * raster.width + 1));
    for row in raster.pixels.chunks(raster.width) {
        // No filter: large areas have one colour.
        rows.push(0);
        rows.extend(row.iter().flatten());
    }
    let mut file = b"\x89PNG\r\n\x1a\n".to_vec();
    chunk(&mut file, b"IHDR", &header);
    chunk(&mut file, b"IDAT", &miniz_oxide::deflate::compress_to_vec_zlib(&rows, 6));
    chunk(&mut file, b"IEND", &[]);
    file
}

fn chunk(file: &mut Vec<u8>, kind: &[u8], content: &[u8]) {
    let body = [kind, content].concat();
    file.extend((content.len() as u32).to_be_bytes());
    file.extend(&body);
    file.extend(crc32(&body).to_be_bytes());
}

/// CRC-32, the checksum of PNG chunks.
fn crc32(bytes: &[u8]) -> u32 {
    let mut sum = u32::MAX;
    for &byte in bytes {
        sum ^= u32::from(byte);
        for _ in 0..8 {
            sum = if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 };
        }
    }
    !sum
}
