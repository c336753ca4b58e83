import { MAX_DABS } from './brush.ts';
import { MAX_DRIFT } from './composition.ts';

/**
 * The shaders of the fluid and of the picture. Speeds are in sides of the picture per second, x right and y down, as on the screen:
 * row 0 of every field is the top, and only the last pass flips the picture for the canvas.
 */

/** Range of speeds stored in two bytes each, where the machine cannot render to half floats. */
const MAX_FLOW = 4;

/** `packed`: fields are RGBA bytes, two per number, so interpolation is done here. */
export function headOf(packed: boolean): string {
  return `#version 300 es
precision highp float;
precision highp sampler2D;
${packed ? '#define PACKED' : ''}
in vec2 at;
#ifdef PACKED
vec2 unpack(vec4 bytes) {
  vec4 whole = floor(bytes * 255.0 + 0.5);
  return (vec2(whole.x * 256.0 + whole.y, whole.z * 256.0 + whole.w) / 32767.5 - 1.0) * ${MAX_FLOW.toFixed(1)};
}
vec4 pack(vec2 pair) {
  vec2 whole = floor(clamp(pair / ${MAX_FLOW.toFixed(1)} * 0.5 + 0.5, 0.0, 1.0) * 65535.0 + 0.5);
  vec2 high = floor(whole / 256.0);
  return vec4(high.x, whole.x - high.x * 256.0, high.y, whole.y - high.y * 256.0) / 255.0;
}
vec2 pairAt(sampler2D field, vec2 place) {
  vec2 size = vec2(textureSize(field, 0));
  vec2 cell = clamp(place, 0.0, 1.0) * size - 0.5;
  ivec2 low = ivec2(floor(cell));
  ivec2 last = ivec2(size) - 1;
  vec2 share = fract(cell);
  vec2 a = unpack(texelFetch(field, clamp(low, ivec2(0), last), 0));
  vec2 b = unpack(texelFetch(field, clamp(low + ivec2(1, 0), ivec2(0), last), 0));
  vec2 c = unpack(texelFetch(field, clamp(low + ivec2(0, 1), ivec2(0), last), 0));
  vec2 d = unpack(texelFetch(field, clamp(low + ivec2(1, 1), ivec2(0), last), 0));
  return mix(mix(a, b, share.x), mix(c, d, share.x), share.y);
}
#else
vec4 pack(vec2 pair) { return vec4(clamp(pair, -${MAX_FLOW.toFixed(1)}, ${MAX_FLOW.toFixed(1)}), 0.0, 1.0); }
vec2 pairAt(sampler2D field, vec2 place) { return textureLod(field, place, 0.0).xy; }
#endif
vec2 driftAt(sampler2D drift, vec2 place, float swing) {
  vec4 halves = (textureLod(drift, place, 0.0) * 2.0 - 1.0) * ${MAX_DRIFT.toFixed(2)};
  return halves.xy + halves.zw * swing;
}
`;
}

/** One triangle that covers the viewport. */
export const SCREEN = `#version 300 es
out vec2 at;
void main() {
  at = vec2(gl_VertexID == 1 ? 2.0 : 0.0, gl_VertexID == 2 ? 2.0 : 0.0);
  gl_Position = vec4(at * 2.0 - 1.0, 0.0, 1.0);
}`;

/** Distance from a dab in radii of its brush; along the pen's lean it shrinks, so that the mark is longer there. */
const AWAY = `
uniform vec4 tip[${MAX_DABS}];
vec2 awayFrom(vec2 center, vec4 tip, vec2 aspect, float reach) {
  vec2 away = (at - center) * aspect / (reach * tip.x);
  float lean = length(tip.yz);
  return away - tip.yz * dot(away, tip.yz) / (max(lean, 0.0001) * (1.0 + lean));
}`;

/** Advection and damping of the velocity, plus forces from the tilt (more on dark, thick paint) and from brushes. */
export const PUSH = `${AWAY}
uniform sampler2D flow, pigment, drift;
uniform vec2 tilt, aspect;
uniform float dt, keep, reach, swing;
uniform int dabs;
uniform vec4 dab[${MAX_DABS}];
out vec4 result;
void main() {
  vec2 before = at - dt * (pairAt(flow, at) + driftAt(drift, at, swing));
  vec2 speed = pairAt(flow, before) * keep;
  float thick = 1.25 - dot(textureLod(pigment, at, 0.0).rgb, vec3(0.3, 0.59, 0.11));
  speed += dt * tilt * (0.25 + 0.75 * thick);
  for (int i = 0; i < ${MAX_DABS}; i++) {
    if (i >= dabs) break;
    vec2 away = awayFrom(dab[i].xy, tip[i], aspect, reach);
    speed += dab[i].zw * 0.35 * exp(-dot(away, away));
  }
  result = pack(speed);
}`;

export const DIVERGENCE = `
uniform sampler2D flow;
out vec4 result;
void main() {
  vec2 cell = 1.0 / vec2(textureSize(flow, 0));
  float across = pairAt(flow, at + vec2(cell.x, 0.0)).x - pairAt(flow, at - vec2(cell.x, 0.0)).x;
  float down = pairAt(flow, at + vec2(0.0, cell.y)).y - pairAt(flow, at - vec2(0.0, cell.y)).y;
  result = pack(vec2(0.5 * (across + down), 0.0));
}`;

/** One Jacobi iteration; the first of a frame starts from zero. */
export const PRESSURE = `
uniform sampler2D pressure, divergence;
uniform float first;
out vec4 result;
void main() {
  vec2 cell = 1.0 / vec2(textureSize(divergence, 0));
  float sum = pairAt(pressure, at + vec2(cell.x, 0.0)).x + pairAt(pressure, at - vec2(cell.x, 0.0)).x
    + pairAt(pressure, at + vec2(0.0, cell.y)).x + pairAt(pressure, at - vec2(0.0, cell.y)).x;
  result = pack(vec2(0.25 * (sum * (1.0 - first) - pairAt(divergence, at).x), 0.0));
}`;

export const PROJECT = `
uniform sampler2D flow, pressure;
out vec4 result;
void main() {
  vec2 cell = 1.0 / vec2(textureSize(flow, 0));
  vec2 slope = vec2(
    pairAt(pressure, at + vec2(cell.x, 0.0)).x - pairAt(pressure, at - vec2(cell.x, 0.0)).x,
    pairAt(pressure, at + vec2(0.0, cell.y)).x - pairAt(pressure, at - vec2(0.0, cell.y)).x);
  result = pack(pairAt(flow, at) - 0.5 * slope);
}`;

/** Pigment follows the flow, takes the colors of brushes, and slowly returns to the composition, so that the picture never turns muddy. */
export const ADVECT = `${AWAY}
uniform sampler2D flow, pigment, composition, drift, bristles;
uniform vec2 aspect;
uniform float dt, back, reach, swing, dither;
uniform int dabs;
uniform vec4 dab[${MAX_DABS}];
uniform vec4 load[${MAX_DABS}];
out vec4 result;
void main() {
  vec2 speed = pairAt(flow, at) + driftAt(drift, at, swing);
  vec3 color = textureLod(pigment, at - dt * speed, 0.0).rgb;
  color = mix(color, textureLod(composition, at, 0.0).rgb, back);
  for (int i = 0; i < ${MAX_DABS}; i++) {
    if (i >= dabs) break;
    vec2 away = awayFrom(dab[i].xy, tip[i], aspect, reach);
    color = mix(color, load[i].rgb, load[i].a * smoothstep(1.0, 0.3, dot(away, away)));
  }
#ifdef PACKED
  // A byte cannot represent a small step, so the step is dithered: taken with a matching probability.
  color += (textureLod(bristles, at * 7.3 + dither, 0.0).r - 0.5) / 255.0;
#endif
  result = vec4(color, 1.0);
}`;

/** Underpainting: thin and even. Color and height are two outputs. */
export const GROUND = `
uniform sampler2D pigment, bristles;
uniform vec4 tile;
layout(location = 0) out vec4 color;
layout(location = 1) out vec4 height;
void main() {
  vec2 place = tile.xy + at * tile.zw;
  float hair = texture(bristles, place * vec2(1.3, 2.1)).r;
  color = vec4(textureLod(pigment, place, 0.0).rgb * (0.86 + 0.1 * hair), 1.0);
  height = vec4(0.12 * hair, 0.0, 0.0, 1.0);
}`;

const STROKE_CORNERS = `
layout(location = 0) in vec4 stroke;
layout(location = 1) in vec4 shape;
`;

/** A stroke follows the direction of the flow, drifts with it for its lifetime, and is then respawned nearby. */
export const strokeVertex = (packed: boolean) => `${headOf(packed).replace('in vec2 at;', STROKE_CORNERS)}
uniform sampler2D flow, pigment, drift;
uniform vec2 aspect;
uniform vec4 tile;
uniform float clock, swing;
out vec2 mark;
out vec4 paint;
out vec3 hand;
void main() {
  float age = fract(clock + shape.x);
  float life = floor(clock + shape.x);
  float angle = 6.2832 * fract(sin(life * 12.9898 + stroke.x * 78.233 + stroke.y * 37.719) * 43758.5453);
  vec2 place = stroke.xy + vec2(cos(angle), sin(angle)) * stroke.w * 0.8 / aspect;
  vec2 speed = pairAt(flow, place) + driftAt(drift, place, swing);
  place += speed * (age - 0.5) * 1.1;
  vec2 along = speed * aspect;
  float pace = length(along);
  along = pace > 1e-4 ? along / pace : vec2(1.0, 0.0);
  along = vec2(along.x * cos(shape.z) - along.y * sin(shape.z), along.x * sin(shape.z) + along.y * cos(shape.z));
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;
  vec2 half_ = 0.5 * vec2(stroke.z * (0.75 + min(0.6, 3.0 * pace)), stroke.w);
  // Margin beside the stroke for its bend.
  vec2 reach = vec2(corner.x * half_.x, corner.y * (half_.y + abs(shape.w) * 0.16 * half_.x));
  mark = vec2(corner.x, reach.y / half_.y);
  hand = vec3(shape.w * 0.16 * half_.x / half_.y, shape.y, stroke.x + stroke.y * 3.0);
  vec3 color = textureLod(pigment, place, 0.0).rgb;
  float tint = shape.y;
  color = clamp(color * (1.0 + 0.17 * tint) + 0.05 * vec3(fract(tint * 7.0) - 0.5, fract(tint * 13.0) - 0.5, fract(tint * 19.0) - 0.5), 0.0, 1.0);
  paint = vec4(color, smoothstep(0.0, 0.12, age) * smoothstep(1.0, 0.8, age));
  vec2 seen = place + (along * reach.x + vec2(-along.y, along.x) * reach.y) / aspect;
  gl_Position = vec4((seen - tile.xy) / tile.zw * 2.0 - 1.0, 0.0, 1.0);
}`;

/** Bristles along the stroke, torn at its dry end. */
export const STROKE = `#version 300 es
precision highp float;
precision highp sampler2D;
uniform sampler2D bristles;
in vec2 mark;
in vec4 paint;
in vec3 hand;
layout(location = 0) out vec4 color;
layout(location = 1) out vec4 height;
void main() {
  float across = mark.y - hand.x * (1.0 - mark.x * mark.x) * 1.2 + hand.x * 0.6;
  float hair = texture(bristles, vec2(mark.x * 0.22 + hand.z, across * 0.13 + hand.z * 5.0)).r;
  float ends = mark.x + 0.34 * (hair - 0.5);
  float body = smoothstep(1.0, 0.62, abs(across) + 0.3 * (hair - 0.5)) * smoothstep(1.0, 0.86, ends) * smoothstep(-1.0, -0.9, ends);
  float cover = body * paint.a * mix(0.5, 1.0, smoothstep(0.1, 0.55, hair));
  color = vec4(paint.rgb * (0.94 + 0.18 * hair), cover);
  // Paint piles up at the sides and where the brush is lifted.
  float rim = smoothstep(0.35, 0.8, abs(across)) * 0.35 + smoothstep(0.4, 0.95, mark.x) * 0.3;
  height = vec4(0.25 + 0.55 * hair + rim, 0.0, 0.0, cover);
}`;

/** Lights the paint's height from the upper left, lets the canvas texture show where paint is thin, and adds a little gloss. */
export const FINISH = `
uniform sampler2D color, height, bristles;
uniform vec4 tile;
uniform vec2 light, weave;
uniform float turn, grain;
out vec4 result;
void main() {
  vec2 here = turn > 0.5 ? vec2(at.x, 1.0 - at.y) : at;
  vec2 texel = 1.0 / vec2(textureSize(height, 0));
  float h = textureLod(height, here, 0.0).r;
  vec2 slope = vec2(
    textureLod(height, here + vec2(texel.x, 0.0), 0.0).r - textureLod(height, here - vec2(texel.x, 0.0), 0.0).r,
    textureLod(height, here + vec2(0.0, texel.y), 0.0).r - textureLod(height, here - vec2(0.0, texel.y), 0.0).r);
  vec2 place = tile.xy + here * tile.zw;
  vec2 thread = sin(place * weave);
  float canvas = (thread.x * thread.y) * grain * (1.0 - 0.6 * h);
  vec3 normal = normalize(vec3(-slope * 1.5, 1.0));
  vec3 toLight = normalize(vec3(light, 0.85));
  float lit = dot(normal, toLight) / toLight.z;
  float shine = pow(max(0.0, dot(normal, normalize(toLight + vec3(0.0, 0.0, 1.0)))), 48.0);
  vec3 paint = textureLod(color, here, 0.0).rgb;
  paint *= 0.62 + 0.38 * lit + canvas;
  paint = mix(vec3(dot(paint, vec3(0.3, 0.59, 0.11))), paint, 1.2);
  paint += 0.07 * (shine - 0.4);
  vec2 edge = place - 0.5;
  paint *= 1.0 - 0.42 * pow(dot(edge, edge) * 1.7, 1.5);
  result = vec4(pow(clamp(paint, 0.0, 1.0), vec3(0.96)) * vec3(1.02, 1.0, 0.975), 1.0);
}`;
