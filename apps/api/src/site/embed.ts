const FRAMED_BY_NOBODY = "frame-ancestors 'none'";

/** Pages that other sites may show in a frame of theirs: nothing else stands under this path, and nothing there asks for a right. */
export const isEmbed = (path: string): boolean => path.startsWith('/embed/');

/** The headers of a page, opened to frames of other sites; everything else in them stays as strict. */
export function openToFrames(headers: Readonly<Record<string, string>>): Record<string, string> {
  const policy = headers['Content-Security-Policy'] ?? '';
  if (!policy.includes(FRAMED_BY_NOBODY)) throw new Error('the policy of pages does not say who may frame them');
  return {
    ...headers,
    'Content-Security-Policy': policy.replace(FRAMED_BY_NOBODY, 'frame-ancestors *'),
    // For frames in pages that ask everything they hold for leave.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    // A frame has no business with camera, microphone and place.
    'Permissions-Policy': (headers['Permissions-Policy'] ?? '').replaceAll('=(self)', '=()'),
  };
}
