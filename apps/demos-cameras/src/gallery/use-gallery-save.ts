import { useState, useSyncExternalStore } from 'react';
import type { Exhibit } from '@site/contracts';
import { useQueryClient } from '@site/query';
import { createGallerySave, type GallerySave, type SaveState } from './gallery-save.ts';
import { GALLERY_KEY } from './submissions.ts';

/** Saves the page's picture; adding or removing it refreshes the cached list. */
export function useGallerySave(exhibit: Exhibit): { readonly gallery: GallerySave; readonly saveState: SaveState } {
  const client = useQueryClient();
  const [gallery] = useState(() =>
    createGallerySave({ exhibit, onChanged: () => void client.invalidateQueries({ queryKey: GALLERY_KEY }) }),
  );
  return { gallery, saveState: useSyncExternalStore(gallery.subscribe, gallery.getState) };
}
