// The share button of the header copies an address that opens what the page shows now. A page says what that address is
// by calling `onShare` during setup.

import { onMount } from "svelte";

type Share = () => Promise<string> | string;

class Sharing {
  current = $state.raw<Share | null>(null);
}

export const sharing = new Sharing();

export function onShare(share: Share): void {
  onMount(() => {
    sharing.current = share;
    return () => {
      if (sharing.current === share) sharing.current = null;
    };
  });
}
