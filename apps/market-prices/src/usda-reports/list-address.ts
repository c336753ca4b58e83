export const LIST = '/projects/usda-reports';

/** History state of a report that was opened from the list: the list's query string. */
interface FromList {
  readonly listSearch: string;
}

export const fromList = (search: string): FromList => ({ listSearch: search });

/** The list as the visitor left it; unfiltered for visitors who came from elsewhere. */
export function listAddress(state: unknown): string {
  const search = typeof state === 'object' && state !== null && 'listSearch' in state ? state.listSearch : '';
  return LIST + (typeof search === 'string' && search.startsWith('?') ? search : '');
}
