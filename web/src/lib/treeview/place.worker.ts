// The layout of large trees, beside the page, so that the page never stands still.

import { place, type PlaceRequest } from "./place";

self.onmessage = (message: MessageEvent<PlaceRequest>) => {
  const reply = place(message.data);
  self.postMessage(reply, { transfer: [reply.x.buffer] });
};
