/* Globals that the scripts use in addition to those of the browser. */

declare const htmx: { trigger(part: Element, name: string): void; process(part: Element): void };

/** What a page leaves for what is fetched later: its entries ahead of the answers (optimistic.js), and those on their way (unsent.js). */
declare var sixfold: { ahead: any; waiting: any };
