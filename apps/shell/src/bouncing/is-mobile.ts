/** The specification's "mobile": up to 768 px wide, or a mobile user agent. False on the server. */
export function isMobile(): boolean {
  return typeof window !== 'undefined' && (window.innerWidth <= 768 || /Mobi|Android|iPhone|iPad/.test(navigator.userAgent));
}
