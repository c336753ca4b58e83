import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPanel, type Panel, type PanelView } from './panel.ts';

/** The panel of this page: it listens while the page is shown and releases everything when the visitor leaves. */
export function usePanel(): readonly [Panel, PanelView] {
  const [panel] = useState(() => createPanel(window));
  const view = useSyncExternalStore(panel.subscribe, panel.view);
  useEffect(() => panel.attach(), [panel]);
  return [panel, view];
}
