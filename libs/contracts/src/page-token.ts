/** Name of the metric in `Server-Timing` whose description is the document's token. */
export const PAGE_TOKEN = 'page';
