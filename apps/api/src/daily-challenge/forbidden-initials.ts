/** Three letters that insult, threaten or otherwise have no place on a public leaderboard. */
const FORBIDDEN: ReadonlySet<string> = new Set(
  `ASS AZZ BRA BUM CCP CNT COC COK COX CUK CUM DIC DIE DIK DIX DYK FAG FAP FAT FCK FKU FUC FUK FUQ FUX GAS GAY GOD GOY HIV HOE
   HOR ISI JAP JEW JIZ KKK KLN KYS LSD NAZ NGR NIG NGA NGG PAK PCP PEE PIG PIS PMS POO PUS RAP SEX SHT SIK SLT SOB STD SUC SUK
   TIT TRD TWT VAG WOP WTF XTC XXX`.split(/\s+/),
);

/** @param initials three capital letters */
export const areForbidden = (initials: string): boolean => FORBIDDEN.has(initials);
