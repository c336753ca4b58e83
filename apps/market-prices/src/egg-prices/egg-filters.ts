import type { PriceRecord } from '@site/contracts';

const searchable = (text: string | null): string => (text ?? '').toLowerCase().replaceAll('-', ' ');

/** A row belongs to a type if its type, condition, commodity or environment contains the type's words. */
export function isOfType(record: PriceRecord, type: string): boolean {
  const wanted = searchable(type);
  if (wanted === '') return true;
  return [record.type, record.condition, record.commodity, record.environment].some((text) => searchable(text).includes(wanted));
}
