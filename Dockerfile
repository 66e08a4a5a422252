# docker build -t kring .
# docker run -i --rm kring                                                        GTP on standard input
# docker run --rm -p 8080:8080 kring serve --host 0.0.0.0 --port 8080             the board in a browser
FROM rust:1.95.0-alpine AS build
# The compiler of the image; rust-toolchain.toml would fetch it once more, with tools for checks.
ENV RUSTUP_TOOLCHAIN=1.95.0
RUN apk add --no-cache musl-dev
COPY . /kring
WORKDIR /kring
RUN cargo build --profile dist --locked -p kring --bin kring

# Nothing but the program, which is static, the licences, and a user that is not root.
FROM scratch
COPY --from=build /kring/target/dist/kring /kring
COPY --from=build /kring/LICENSE-MIT /kring/LICENSE-APACHE /kring/crates/picture/fonts/OFL.txt /licences/
USER 65534:65534
ENTRYPOINT ["/kring"]
