/**
 * Plays a camera's stream in a video; without a stream the video is empty.
 * @returns ends it
 */
export function playStream(video: HTMLVideoElement, stream: MediaStream | null): () => void {
  video.srcObject = stream;
  // Another stream, or none, interrupts the play that was asked for here.
  if (stream) video.play().catch(() => {});
  return () => {
    video.srcObject = null;
  };
}
