export interface BeefCut {
  /** Text that the word filter splits into words; empty matches every row. */
  readonly value: string;
  readonly label: string;
  readonly primaryName: string;
  readonly alternateNames: readonly string[];
  readonly primalSection: string;
}

export const PRIMAL_SECTIONS = [
  'Chuck',
  'Rib',
  'Short Loin',
  'Short Loin / Sirloin',
  'Sirloin',
  'Round',
  'Brisket',
  'Plate',
  'Flank',
  'Shank',
] as const;

function cut(primalSection: (typeof PRIMAL_SECTIONS)[number], primaryName: string, ...alternateNames: string[]): BeefCut {
  const label = alternateNames.length > 0 ? `${primaryName} (${alternateNames.join(', ')})` : primaryName;
  return { value: primaryName.toLowerCase(), label, primaryName, alternateNames, primalSection };
}

export const ALL_CUTS: BeefCut = { value: '', label: 'All Cuts', primaryName: 'All Cuts', alternateNames: [], primalSection: '' };

export const BEEF_CUTS: readonly BeefCut[] = [
  cut('Chuck', 'Chuck Roast'),
  cut('Chuck', 'Chuck Eye', 'Delmonico'),
  cut('Chuck', 'Denver'),
  cut('Chuck', 'Flat Iron', 'Top Blade'),
  cut('Chuck', 'Shoulder Clod'),
  cut('Chuck', 'Cross Rib', 'English Roast'),
  cut('Chuck', 'Chuck Short Ribs'),
  cut('Rib', 'Ribeye', 'Rib Steak'),
  cut('Rib', 'Ribeye Cap'),
  cut('Rib', 'Back Ribs'),
  cut('Short Loin', 'Strip', 'New York Strip'),
  cut('Short Loin', 'T-Bone'),
  cut('Short Loin', 'Porterhouse'),
  cut('Short Loin / Sirloin', 'Tenderloin', 'Filet Mignon'),
  cut('Sirloin', 'Top Sirloin'),
  cut('Sirloin', 'Coulotte', 'Picanha'),
  cut('Sirloin', 'Sirloin Tip'),
  cut('Sirloin', 'Tri-Tip'),
  cut('Round', 'Top Round', 'London Broil'),
  cut('Round', 'Bottom Round'),
  cut('Round', 'Eye of Round'),
  cut('Round', 'Rump Roast'),
  cut('Brisket', 'Brisket Flat'),
  cut('Brisket', 'Brisket Point'),
  cut('Plate', 'Skirt'),
  cut('Plate', 'Hanger'),
  cut('Plate', 'Plate Short Ribs'),
  cut('Flank', 'Flank'),
  cut('Shank', 'Shank'),
];

export function findBeefCut(value: string): BeefCut | undefined {
  return value === '' ? ALL_CUTS : BEEF_CUTS.find((option) => option.value === value);
}
