// How `npm run stills` takes the stills that the contract names.

const SIZE = { width: 820, height: 1180 };

/** The preview that a page shows before its camera is on. */
const preview = (path) => ({
  address: path,
  size: SIZE,
  hide: 'header, footer',
  of: (page) => page.locator('main canvas').first(),
  margin: 0,
});

/** The browser's own fake camera shows a test pattern; this one shows circles of light. */
function lookAtCircles() {
  const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 800 });
  const context = canvas.getContext('2d');
  const glow = context.createLinearGradient(0, 0, 1280, 800);
  for (const [place, color] of [
    [0, '#fff4e3'],
    [0.5, '#ffd9c7'],
    [1, '#bcd7ff'],
  ])
    glow.addColorStop(place, color);
  const circles = [
    [420, 330, 260, '#ff8a1f'],
    [760, 420, 300, '#35b6ff'],
    [560, 620, 210, '#ff5d8f'],
    [1010, 200, 140, '#3ccf6a'],
  ];
  const draw = () => {
    context.globalCompositeOperation = 'source-over';
    context.fillStyle = glow;
    context.fillRect(0, 0, 1280, 800);
    context.globalCompositeOperation = 'multiply';
    for (const [x, y, radius, color] of circles) {
      const light = context.createRadialGradient(x - radius / 3, y - radius / 3, radius / 8, x, y, radius);
      light.addColorStop(0, '#ffffff');
      light.addColorStop(0.25, color);
      light.addColorStop(1, color);
      context.fillStyle = light;
      context.beginPath();
      context.arc(x, y, radius, 0, 2 * Math.PI);
      context.fill();
    }
  };
  draw();
  setInterval(draw, 100);
  const ids = [];
  Object.defineProperty(MediaDeviceInfo.prototype, 'label', {
    get() {
      if (!ids.includes(this.deviceId)) ids.push(this.deviceId);
      return ['Front Camera', 'Back Camera'][ids.indexOf(this.deviceId)] ?? '';
    },
  });
  navigator.mediaDevices.getUserMedia = () => Promise.resolve(canvas.captureStream(10));
}

export default {
  camera: {
    address: '/projects/camera',
    size: { width: 960, height: 600 },
    moves: true,
    hide: 'header, footer',
    prepare: (page) => page.addInitScript(lookAtCircles),
    ready: async (page) => {
      await page.getByRole('list', { name: 'Cameras' }).getByRole('button').last().click();
      await page.locator('video').waitFor();
      await page.waitForFunction(() => document.querySelector('video')?.readyState === 4);
    },
  },
  // The page is a list of four cameras; its still is the preview of one of them.
  cameras: preview('/projects/camera-hexagon'),
  'camera-kaleidoscope': preview('/projects/camera-kaleidoscope'),
  'camera-squares': preview('/projects/camera-squares'),
  'camera-hex-square': preview('/projects/camera-hex-square'),
};
