// Opens the socket of the engine while the modules of the page still load; connection.js takes it over. The site has
// no server, so it leaves this file out.
if (/^https?:$/.test(location.protocol)) globalThis.earlySocket = new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/ws`);
