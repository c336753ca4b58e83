import type { ShopContent } from '../../shop-content.ts';
import content from '../../content/shop.json';

/** What can be bought; the build has checked it. */
export const shop = content as ShopContent;
