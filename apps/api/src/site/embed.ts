const FRAMED_BY_NOBODY = "frame-ancestors 'none'";

/** Pages that other sites may frame: nothing else is under this path, and nothing there requests a permission. */
export const isEmbed = (path: string): boolean => path.startsWith('/embed/');

/** The headers of a page that other sites may frame; everything else stays as strict. */
export function openToFrames(headers: Readonly<Record<string, string>>): Record<string, string> {
  const policy = headers['Content-Security-Policy'] ?? '';
  if (!policy.includes(FRAMED_BY_NOBODY)) throw new Error('the policy of pages does not say who may frame them');
  return {
    ...headers,
    'Content-Security-Policy': policy.replace(FRAMED_BY_NOBODY, 'frame-ancestors *'),
    // For frames in pages that require their embedded resources to opt in.
    'Cross-Origin-Resource-Policy': 'cross-origin',
    // A frame needs no camera, microphone or location.
    'Permissions-Policy': (headers['Permissions-Policy'] ?? '').replaceAll('=(self)', '=()'),
  };
}
