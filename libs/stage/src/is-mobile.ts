/** The specification's "mobile": up to 768 px wide, or a browser that identifies as mobile. False on the server. */
export function isMobile(): boolean {
  if (typeof window === 'undefined') return false;
  return window.innerWidth <= 768 || /Mobi|Android|webOS|iPhone|iPad|iPod|BlackBerry|Opera Mini/i.test(navigator.userAgent);
}
