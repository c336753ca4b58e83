import * as v from 'valibot';

const Text = v.pipe(v.string('must be a string'), v.trim(), v.minLength(1, 'must not be empty'));

const ShopItemSchema = v.strictObject({
  title: Text,
  /** As it is shown, with its currency: "$12.00". */
  price: Text,
  /** The page that sells it; this site has no checkout. */
  link: v.pipe(
    v.string('must be a URL'),
    v.check((text) => URL.canParse(text) && new URL(text).protocol === 'https:', 'must be an https URL'),
  ),
  image: v.pipe(
    v.string('must be a path'),
    v.regex(/^\/(?!\/)/, 'must be a path on this site: pictures from elsewhere are blocked'),
  ),
});

export const ShopSchema = v.strictObject({
  /** None: the page says 'Coming Soon'. */
  items: v.array(ShopItemSchema, 'must be a list of items'),
});

export type ShopItem = v.InferOutput<typeof ShopItemSchema>;
export type ShopContent = v.InferOutput<typeof ShopSchema>;
