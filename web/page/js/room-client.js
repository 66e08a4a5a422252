// The socket of a game by link. It comes back by itself, and enters the room again with the key of the seat.

const PAUSES = [300, 1000, 3000, 10000]; // milliseconds between two attempts

/** Where a link leads: `#ID` to a seat, `#ID/watch` to the spectators, nothing to a new game. */
export function parseRoom(hash) {
  const [, id, watch] = /^#?([0-9a-f]{6,32})(\/watch)?$/.exec(hash) ?? [];
  return id ? { id, isWatcher: Boolean(watch) } : null;
}

export const roomAddress = (base, id, isWatcher = false) => `${base.split("#")[0]}#${id}${isWatcher ? "/watch" : ""}`;

/** `onSeat`, `onGame`, `onError` get what the server says, `onError` also whether this page was in a room; `onState` whether it is there. */
export function createRoomClient(url, { onSeat, onGame, onError, onState }, Socket) {
  let socket = null;
  let failures = 0;
  let entrance = null; // what to say first, again after each loss
  let isInside = false;

  function open() {
    socket = new Socket(url);
    socket.onopen = () => {
      failures = 0;
      onState(true);
      send(entrance);
    };
    socket.onmessage = (event) => {
      const { seat, game, error } = JSON.parse(event.data);
      if (seat) {
        isInside = true;
        entrance = seat.key ? { join: { room: seat.room, key: seat.key } } : { watch: { room: seat.room } };
        onSeat(seat);
      }
      if (game) onGame(game);
      if (error) onError(error, isInside);
    };
    socket.onclose = () => {
      isInside = false;
      onState(false);
      setTimeout(open, PAUSES[Math.min(failures++, PAUSES.length - 1)]);
    };
  }

  function send(message) {
    if (socket?.readyState === 1) socket.send(JSON.stringify(message));
  }

  return {
    /** Enters a room: `{create: …}`, `{join: …}` or `{watch: …}`. */
    enter(message) {
      entrance = message;
      isInside = false;
      if (socket) send(message);
      else open();
    },
    move: (name) => send({ move: name }),
    resign: () => send("resign"),
    /** Asks for another game. */
    again: () => send("again"),
  };
}
