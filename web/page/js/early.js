// Opens the socket of the game while the modules are loaded, and asks for the first position of a first visit;
// js/engine.js goes on with it. The site leaves this file out.
(() => {
  const FIRST = `1 seed ${Math.floor(Math.random() * 2 ** 48)}\n2 boardsize 11 11\n3 variant rhombus seasons=1 turns=alternating swap=on\n4 state\n`;
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/ws`);
  const early = { socket, sent: "", received: [] };
  globalThis.early = early;
  if (location.hash.length > 1) return; // another game
  socket.onopen = () => socket.send((early.sent = FIRST));
  socket.onmessage = ({ data }) => early.received.push(data);
})();
