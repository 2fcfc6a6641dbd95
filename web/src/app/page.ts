// A page of the lab is a folder in src/pages with a page.ts that exports `page`; it is found here, by registration, and
// gets its place in the header from `order`.

import type { Component } from "svelte";

export interface KeyHelp {
  keys: string;
  does: string;
}

export interface Page {
  /** The address, as in #/tree. */
  slug: string;
  title: string;
  order: number;
  component: Component;
  /** What the help dialog says of the page's own keys. */
  keys: KeyHelp[];
}

const found = import.meta.glob<{ page: Page }>("../pages/*/page.ts", { eager: true });

export const pages: Page[] = Object.values(found)
  .map((module) => module.page)
  .sort((one, other) => one.order - other.order);
