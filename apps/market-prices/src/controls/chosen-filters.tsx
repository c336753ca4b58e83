/** What the filters are set to, next to the rows: on paper it takes the place of the filters. Renders nothing without a choice. */
export function ChosenFilters({ words }: { readonly words: readonly (string | null | false | undefined)[] }) {
  const chosen = words.filter(Boolean);
  return chosen.length > 0 && <p className="note">{`Only: ${chosen.join('; ')}`}</p>;
}
