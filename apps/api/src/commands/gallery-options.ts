export const ALLOW_MASS_REMOVAL = '--allow-mass-removal';
