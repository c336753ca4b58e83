export const NEW_YORK = 'America/New_York';

export function zoneOfDevice(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Returns false for names that are not in this browser's time zone data. */
export function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).format(0) !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** "Asia/Ho Chi Minh" */
export const zoneText = (zone: string): string => zone.replaceAll('_', ' ');
