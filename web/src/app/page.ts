// A page of the lab is a folder in src/pages whose page.ts exports `page`. Titles and order come from the server's list of
// pages (zermelo.lab.topics.PAGES), which is generated into messages/questions.ts.

import type { Component } from "svelte";
import { PAGES } from "../messages/questions";

export interface KeyHelp {
  keys: string;
  does: string;
}

/** What a page's folder exports. */
export interface PageModule {
  component: Component;
  /** The page's own keys, for the help dialog. */
  keys: KeyHelp[];
}

export interface Page extends PageModule {
  /** The address, as in #/tree. */
  slug: string;
  title: string;
}

const folders = import.meta.glob<{ page: PageModule }>("../pages/*/page.ts", { eager: true });

export const pages: Page[] = PAGES.map((listed) => {
  const folder = folders[`../pages/${listed.slug}/page.ts`];
  if (!folder) throw new Error(`src/pages/${listed.slug}/page.ts is missing`);
  return { ...listed, ...folder.page };
});
