import { PageFrame } from '../layout/page-frame.tsx';
import { ShopItems } from '../shop/shop-items.tsx';
import { shop } from '../shop/shop.ts';

export function ShopPage() {
  return (
    <PageFrame heading="Shop">
      <ShopItems items={shop.items} />
    </PageFrame>
  );
}
