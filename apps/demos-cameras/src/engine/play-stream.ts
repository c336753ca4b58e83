/**
 * Plays a camera's stream in a video; without a stream the video is empty.
 * @returns a function that stops it
 */
export function playStream(video: HTMLVideoElement, stream: MediaStream | null): () => void {
  video.srcObject = stream;
  // Changing or removing the stream interrupts this call to `play`.
  if (stream) video.play().catch(() => {});
  return () => {
    video.srcObject = null;
  };
}
