// Lays out large trees in a worker, so that the page stays responsive.

import { place, type PlaceRequest } from "./place";

self.onmessage = (message: MessageEvent<PlaceRequest>) => {
  const reply = place(message.data);
  self.postMessage(reply, { transfer: [reply.x.buffer] });
};
