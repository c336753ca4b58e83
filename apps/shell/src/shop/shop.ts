import type { ShopContent } from '../../shop-content.ts';
import content from '../../content/shop.json';

/** The shop's items; the build has validated them. */
export const shop = content as ShopContent;
