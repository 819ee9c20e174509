/* What is found in the page: the first part that a selector names, and all of them. A page is known by its selectors alone, so what
   is found has no type. */
/** @type {(selector: string, from?: any) => any} */
export const $ = (selector, from = document) => from?.querySelector(selector);
/** @type {(selector: string, from?: any) => any[]} */
export const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];

/* Each of these events is heard, wherever in the page it happens; its target is known by the selectors that it matches. */
/** @type {(names: string, hears: (event: any) => void, first?: boolean) => void} */
export const on = (names, hears, first) => {
  for (const name of names.split(" ")) document.addEventListener(name, hears, first);
};
