/** What a framed chart tells the page around it. */
export interface FrameMessage {
  /** Of its content, px. */
  readonly embedHeight: number;
}

/** Until the chart has told its own height, and where a page takes the frame without the script. */
const FIRST_HEIGHT_PX = 900;
const MAX_HEIGHT_PX = 5_000;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** For a page of somebody else: the frame, and a script that gives it the height of its content. It believes this site's frame alone. */
export function embedCode(source: string, title: string): string {
  const { origin } = new URL(source);
  const script =
    `(function(f){addEventListener("message",function(m){if(m.origin===${JSON.stringify(origin)}&&m.source===f.contentWindow&&m.data&&m.data.embedHeight>0)` +
    `f.height=Math.min(Math.ceil(m.data.embedHeight),${MAX_HEIGHT_PX})})})(document.currentScript.previousElementSibling)`;
  return `<iframe src="${escaped(source)}" title="${escaped(title)}" width="100%" height="${FIRST_HEIGHT_PX}" loading="lazy"></iframe><script>${script}</script>`;
}
