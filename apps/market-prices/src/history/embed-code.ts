/** Message from a framed chart to the page around it. */
export interface FrameMessage {
  /** Height of its content, px. */
  readonly embedHeight: number;
}

/** Used until the chart has sent its height, and by pages that use the frame without the script. */
const INITIAL_HEIGHT_PX = 900;
const MAX_HEIGHT_PX = 5_000;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * Code for a page on another site: the frame, and a script that sets its height to that of its content. The script accepts messages
 * from this frame only.
 */
export function embedCode(source: string, title: string): string {
  const { origin } = new URL(source);
  const script =
    `(function(f){addEventListener("message",function(m){if(m.origin===${JSON.stringify(origin)}&&m.source===f.contentWindow&&m.data&&m.data.embedHeight>0)` +
    `f.height=Math.min(Math.ceil(m.data.embedHeight),${MAX_HEIGHT_PX})})})(document.currentScript.previousElementSibling)`;
  return `<iframe src="${escaped(source)}" title="${escaped(title)}" width="100%" height="${INITIAL_HEIGHT_PX}" loading="lazy"></iframe><script>${script}</script>`;
}
