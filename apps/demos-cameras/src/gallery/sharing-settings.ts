export interface SharingSettings {
  /** True if the switch beside Start is on for visitors who do not choose. */
  readonly shareByDefault: boolean;
}

/** @throws Error naming the file and the problem: the string "false" would count as true and publish a private picture */
export function parseSharingSettings(value: unknown, file: string): SharingSettings {
  const fields = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  const [[name, shareByDefault] = []] = fields;
  if (fields.length !== 1 || name !== 'shareByDefault' || typeof shareByDefault !== 'boolean')
    throw new Error(`${file}: must contain shareByDefault, true or false, and nothing else`);
  return { shareByDefault };
}
