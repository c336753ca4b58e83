export interface EggType {
  /** Words that a row must contain; empty matches every row. */
  readonly value: string;
  readonly label: string;
  readonly primaryName: string;
  readonly category: 'Shell Eggs' | 'Specialty';
}

const ALL_EGG_TYPES: EggType = { value: '', label: 'All Egg Types', primaryName: 'Eggs', category: 'Shell Eggs' };

export const EGG_TYPES: readonly EggType[] = [
  ALL_EGG_TYPES,
  { value: 'large', label: 'Large Eggs', primaryName: 'Large', category: 'Shell Eggs' },
  { value: 'extra large', label: 'Extra Large Eggs', primaryName: 'Extra Large', category: 'Shell Eggs' },
  { value: 'medium', label: 'Medium Eggs', primaryName: 'Medium', category: 'Shell Eggs' },
  { value: 'small', label: 'Small Eggs', primaryName: 'Small', category: 'Shell Eggs' },
  { value: 'cage free', label: 'Cage Free Eggs', primaryName: 'Cage Free', category: 'Specialty' },
  { value: 'organic', label: 'Organic Eggs', primaryName: 'Organic', category: 'Specialty' },
  { value: 'pasture raised', label: 'Pasture Raised Eggs', primaryName: 'Pasture Raised', category: 'Specialty' },
  { value: 'brown', label: 'Brown Eggs', primaryName: 'Brown', category: 'Shell Eggs' },
  { value: 'white', label: 'White Eggs', primaryName: 'White', category: 'Shell Eggs' },
];

export function findEggType(value: string): EggType | undefined {
  return EGG_TYPES.find((type) => type.value === value);
}
