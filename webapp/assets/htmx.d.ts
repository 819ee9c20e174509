/* Globals that the scripts use in addition to those of the browser. */

declare const htmx: { trigger(part: Element, name: string): void; process(part: Element): void };

/**
 * What a table's page, and no other, leaves for what is fetched later: its entries ahead of the answers (optimistic.js), those on their way (unsent.js),
 * and the table as the stream has told it last (blocks.js).
 */
declare var sixfold: { ahead: any; waiting: any; told: () => string | undefined };
