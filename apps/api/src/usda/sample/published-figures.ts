/**
 * Figures transcribed from USDA's printed weekly reports: public domain.
 * Each line: the item's fields, then for each week of `PUBLISHED_WEEKS` the national weighted average price in dollars and
 * the number of stores, or "-" where nothing was advertised.
 */

/** Mondays, newest first; the third is the same week a year earlier. */
export const PUBLISHED_WEEKS = ['2026-09-14', '2026-09-07', '2025-09-15'] as const;

/** Report 2757. Type | carton | environment | weeks. */
export const PUBLISHED_EGGS = `
Extra Large Brown | 12 | Cage-Free | - | 3.80 97 | -
Extra Large Brown | 12 | Free Range | 5.64 204 | - | -
Extra Large Brown | 12 | Pasture Raised | 9.29 1998 | - | 6.99 311
Extra Large Brown | 12 | USDA Organic | 4.99 146 | - | -
Extra Large Brown | 12 | USDA Organic, Pasture Raised | - | - | 9.77 519
Extra Large White | 12 | Cage-Free | - | - | 4.49 71
Extra Large White | 12 | Conventional | 1.00 73 | - | -
Extra Large White | 12 | Nutritionally Enhanced (Omega-3) | 2.50 256 | 3.49 298 | 3.00 262
Extra Large White | 20 | Conventional | - | - | 4.99 13
Large Brown | 12 | Cage-Free | 4.14 352 | 3.48 234 | 3.60 69
Large Brown | 12 | Free Range | 4.74 1102 | 5.50 3296 | 5.46 858
Large Brown | 12 | Nutritionally Enhanced (Omega-3) | 3.67 61 | 3.51 188 | 4.50 24
Large Brown | 12 | Pasture Raised | 6.83 3159 | 6.89 1526 | 6.44 2769
Large Brown | 12 | USDA Organic | 4.94 748 | 6.80 358 | 4.59 327
Large Brown | 12 | USDA Organic, Free Range | 6.16 492 | 5.26 2146 | -
Large Brown | 12 | USDA Organic, Pasture Raised | 8.44 2244 | 7.34 682 | 6.26 116
Large Brown | 12 | Vegetarian-Fed | 2.95 219 | 3.64 221 | 3.49 364
Large Brown | 18 | Cage-Free | 5.86 1484 | 4.99 182 | -
Large Brown | 18 | Free Range | 7.18 237 | - | 5.37 133
Large Brown | 18 | Pasture Raised | 10.79 1998 | 8.99 20 | -
Large Brown | 18 | USDA Organic | - | - | 6.99 21
Large Brown | 18 | USDA Organic, Free Range | - | - | 9.99 37
Large Brown | 18 | USDA Organic, Pasture Raised | - | - | 5.77 95
Large White | 12 | Cage-Free | 2.81 278 | 4.37 139 | 3.32 934
Large White | 12 | Conventional | 1.42 600 | 0.97 590 | 2.63 279
Large White | 12 | Free Range | - | - | 3.99 56
Large White | 12 | Nutritionally Enhanced (Omega-3) | 3.49 467 | 3.38 895 | 3.29 453
Large White | 12 | Vegetarian-Fed | 0.99 72 | 0.99 15 | -
Large White | 18 | Cage-Free | 2.00 11 | 2.25 1000 | 4.99 65
Large White | 18 | Conventional | 2.11 223 | 2.37 1496 | -
Large White | 18 | Nutritionally Enhanced (Omega-3) | 4.90 1072 | 4.76 340 | 5.74 291
Large White | 18 | USDA Organic, Free Range | - | 5.99 47 | -
Large White | 20 | Cage-Free | 1.99 13 | 3.32 74 | -
Large White | 30 | Conventional | - | 3.99 21 | -
Large White | 60 | Cage-Free | - | 9.88 135 | -
Large White | 60 | Conventional | 5.99 21 | - | -
Liquid Egg | 16 oz | Conventional | 3.83 140 | 3.80 144 | -
Liquid Egg | 32 oz | Conventional | 7.99 73 | - | 6.99 37
Liquid Egg White | 16 oz | Conventional | 3.00 16 | - | -
Liquid Egg White | 16 oz | USDA Organic | - | 5.99 25 | 5.49 302
Liquid Egg White | 32 oz | Conventional | 7.99 73 | - | 6.99 37
Medium Brown | 12 | Cage-Free | 2.49 197 | - | -
Medium White | 12 | Conventional | 0.93 285 | - | 2.62 172
Medium White | 60 | Cage-Free | - | 8.99 100 | -
Medium White | 60 | Conventional | - | 7.99 65 | -
`;

/** Report 3228, a selection. Section | type | package | environment | condition | weeks. */
export const PUBLISHED_BEEF = `
Brisket | Brisket, Flat | Regular | Conventional | Fresh | 7.49 52 | 14.99 30 | 8.97 646
Brisket | Brisket, Whole | Regular | Conventional | Fresh | 5.29 227 | 8.94 924 | 7.30 343
Brisket | Corned Beef Brisket, Flat | Regular | Conventional | Fresh | 7.99 313 | 7.76 95 | 7.63 64
Carcass | Quarter | - | ABF, Grass Fed | Frozen | - | - | 10.99 17
Chuck | Chuck Roast, Bone-In | Regular | Conventional | Fresh | 6.84 455 | 7.01 3352 | 6.20 346
Chuck | Chuck Roast, Boneless | Regular | Antibiotic Free | Fresh | 8.99 19 | - | -
Chuck | Chuck Roast, Boneless | Regular | Conventional | Fresh | 7.82 6595 | 7.52 5714 | 7.61 5058
Chuck | Chuck Roast, Boneless | Value | Conventional | Fresh | 8.97 204 | 8.89 7 | -
Chuck | Chuck Steak, Bone-In | Regular | Conventional | Fresh | 7.02 1118 | 8.98 112 | 6.51 1071
Chuck | Chuck Steak, Boneless | Regular | Conventional | Fresh | 7.87 1359 | 8.72 2033 | 7.48 901
Chuck | Chuck Steak, Boneless | Regular | Kosher | Fresh | - | 8.99 360 | -
Deli | Service Deli Roast Beef Cat 1 | - | Conventional | Prepared | 14.38 1932 | 14.48 2683 | 14.48 1697
Ground | Ground Beef 70-79% | 1-2 Lbs | Conventional | Fresh | 4.89 136 | 5.08 4561 | 5.69 572
Ground | Ground Beef 80-89% | 1-2 Lbs | ABF, Grass Fed | Fresh | 9.35 587 | 8.11 1069 | 6.74 882
Ground | Ground Beef 80-89% | 1-2 Lbs | Conventional | Fresh | 6.50 4213 | 6.05 3411 | 6.49 2837
Ground | Ground Beef 80-89% | 1-2 Lbs | USDA Organic | Fresh | - | 6.72 3210 | 7.99 199
Ground | Ground Beef 80-89% | 1-2 Lbs | USDA Organic, Grass Fed | Fresh | 6.19 2824 | 9.41 555 | -
Ground | Ground Beef 80-89% | 10 Lbs or more | Conventional | Fresh | 4.19 316 | 4.75 76 | 5.21 68
Ground | Ground Beef 80-89% | 2-4 Lbs | Conventional | Fresh | 6.47 6459 | 6.85 6974 | 5.49 3625
Ground | Ground Beef 80-89% | 5-9 Lbs | Conventional | Fresh | 4.99 147 | 3.99 147 | 4.79 148
Ground | Ground Beef 90% or More | 1-2 Lbs | ABF, Grass Fed | Fresh | 6.14 3146 | 7.79 922 | 8.01 756
Ground | Ground Beef 90% or More | 1-2 Lbs | Conventional | Fresh | 8.32 2044 | 7.57 3864 | 7.75 3173
Ground | Ground Beef Patties | 2-4 Lbs | Conventional | Frozen | 5.83 3296 | 5.73 3013 | 5.62 4318
Ground | Premium Grind Patties | 1-2 Lbs | Conventional | Fresh | 10.12 4716 | 10.13 2299 | 9.88 2817
Loin | Filet Mignon | Regular | Conventional | Fresh | 22.09 60 | - | 35.68 40
Loin | Porterhouse Steak | Regular | Conventional | Fresh | 8.78 146 | 15.26 3504 | 13.59 2100
Loin | Strip Steak, Boneless | Regular | ABF, Grass Fed | Fresh | 8.49 529 | 17.94 644 | 15.42 506
Loin | Strip Steak, Boneless | Regular | Conventional | Fresh | 14.58 1477 | 15.39 1102 | 15.18 1474
Loin | Strip Steak, Boneless | Value | Conventional | Fresh | 11.75 2355 | 12.22 1720 | 13.02 2077
Loin | T-Bone Steak | Regular | Conventional | Fresh | 11.21 2386 | 14.39 4285 | 12.66 4442
Loin | Tenderloin | Regular | Conventional | Fresh | 23.20 353 | 19.02 124 | 19.99 17
Other/Misc. | London Broil | Regular | Conventional | Fresh | 7.50 1244 | 6.83 4372 | 5.78 3779
Other/Misc. | Skirt Steak | Regular | Conventional | Fresh | 11.21 1003 | 21.68 1474 | 13.22 166
Other/Misc. | Stew Meat | Regular | Conventional | Fresh | 7.98 3486 | 7.25 1245 | 8.13 534
Rib | Ribeye Steak, Bone-In | Regular | ABF, Grass Fed | Fresh | 11.76 281 | 15.19 3319 | -
Rib | Ribeye Steak, Bone-In | Regular | Antibiotic Free | Fresh | 18.99 1432 | - | -
Rib | Ribeye Steak, Boneless | Regular | Conventional | Fresh | 20.89 919 | 23.79 529 | 12.80 305
Rib | Ribeye Steak, Boneless | Regular | Conventional | Frozen | - | 11.49 38 | -
Rib | Short Ribs | Regular | Conventional | Fresh | 9.92 990 | 9.72 806 | 9.15 966
Round | Bottom Round Roast | Regular | Conventional | Fresh | 7.35 2239 | 8.17 2706 | 6.18 1033
Round | Eye of Round Roast | Regular | Conventional | Fresh | 8.09 2464 | 6.07 501 | 7.43 428
Round | Rump Roast | Regular | Conventional | Fresh | 6.46 1540 | 5.92 458 | 6.46 605
Sirloin | Top Sirloin Steak, Boneless | Regular | Conventional | Fresh | 11.31 3506 | 8.85 349 | 11.57 808
Sirloin | Top Sirloin Steak, Boneless | Value | Conventional | Fresh | 8.01 759 | 8.10 1936 | 8.88 384
Sirloin | Tri-Tip Roast | Regular | Conventional | Fresh | 8.34 2530 | 9.99 93 | 6.48 3750
Variety Meat | Liver | - | Conventional | Frozen | 3.95 60 | 2.99 19 | -
Variety Meat | Oxtail | - | Conventional | Fresh | 10.78 571 | 11.50 96 | 10.68 449
`;
