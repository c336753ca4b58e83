import { routeAt, STILL_SIZE, stillFile } from '@site/contracts';
import type { SiteSnapshot } from './site-snapshot.ts';

/** The picture in the preview of a shared link; `url` is a path of this site. */
export interface PreviewImage {
  readonly url: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

/** The light still of a remote's page: the site that shows the link chooses the background. */
function stillAt({ boot }: Pick<SiteSnapshot, 'boot'>, path: string): PreviewImage | undefined {
  for (const { base, routes } of boot.remotes) {
    const route = routeAt(routes, path);
    if (route?.still === undefined) continue;
    return { ...STILL_SIZE, url: base + stillFile(route.still, 'light', STILL_SIZE.width), alt: route.description };
  }
  return undefined;
}

/** The preview picture of a link to a page: the still of the page, or the site's picture if it has none. */
export function previewImage(snapshot: SiteSnapshot, path: string): PreviewImage {
  const { width, height, alt } = snapshot.server.socialImage;
  return stillAt(snapshot, path) ?? { url: snapshot.socialImage, width, height, alt };
}
