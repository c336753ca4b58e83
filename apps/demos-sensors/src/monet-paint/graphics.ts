/** The part of WebGL2 that the painter uses: textures, render targets, pairs of targets, programs. */

const POLL_MILLISECONDS = 4;

export class GraphicsError extends Error {}

export interface Target {
  readonly texture: WebGLTexture;
  readonly framebuffer: WebGLFramebuffer;
  readonly width: number;
  readonly height: number;
}

/** Two render targets: a pass reads the front and writes the back, then they are swapped. */
export interface Pair {
  readonly front: Target;
  readonly back: Target;
  swap(): void;
  remove(): void;
}

/** A render target for color and height of the paint, which are drawn in one pass. */
export interface PaintTarget extends Target {
  readonly heights: WebGLTexture;
}

export type Input = number | readonly number[] | Float32Array | { readonly texture: WebGLTexture };

export interface Program {
  use(inputs: Readonly<Record<string, Input>>): void;
}

export function createTexture(
  gl: WebGL2RenderingContext,
  width: number,
  height: number,
  format: GLenum,
  bytes: Uint8Array | null,
  wrap: GLenum = gl.REPEAT,
  filter: GLenum = gl.LINEAR,
): WebGLTexture {
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  const hasMipmaps = filter === gl.LINEAR_MIPMAP_LINEAR;
  gl.texStorage2D(gl.TEXTURE_2D, hasMipmaps ? Math.floor(Math.log2(Math.max(width, height))) + 1 : 1, format, width, height);
  if (bytes) {
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, width, height, format === gl.R8 ? gl.RED : gl.RGBA, gl.UNSIGNED_BYTE, bytes);
    if (hasMipmaps) gl.generateMipmap(gl.TEXTURE_2D);
  }
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, filter);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, hasMipmaps ? gl.LINEAR : filter);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, wrap);
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, wrap);
  return texture;
}

export function createTarget(gl: WebGL2RenderingContext, width: number, height: number, format: GLenum, filter: GLenum): Target {
  const texture = createTexture(gl, width, height, format, null, gl.CLAMP_TO_EDGE, filter);
  const framebuffer = gl.createFramebuffer();
  gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, texture, 0);
  return { texture, framebuffer, width, height };
}

export function removeTarget(gl: WebGL2RenderingContext, target: Target | undefined): void {
  if (!target) return;
  gl.deleteFramebuffer(target.framebuffer);
  gl.deleteTexture(target.texture);
}

/** Copies the cells; a target of another size gets the nearest ones. */
export function copyTarget(gl: WebGL2RenderingContext, from: Target, to: Target): void {
  gl.bindFramebuffer(gl.READ_FRAMEBUFFER, from.framebuffer);
  gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, to.framebuffer);
  gl.blitFramebuffer(0, 0, from.width, from.height, 0, 0, to.width, to.height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
}

export function createPair(gl: WebGL2RenderingContext, create: () => Target): Pair {
  let front = create();
  let back = create();
  return {
    get front() {
      return front;
    },
    get back() {
      return back;
    },
    swap() {
      [front, back] = [back, front];
    },
    remove() {
      removeTarget(gl, front);
      removeTarget(gl, back);
    },
  };
}

export function createPaintTarget(gl: WebGL2RenderingContext, width: number, height: number): PaintTarget {
  const colors = createTarget(gl, width, height, gl.RGBA8, gl.LINEAR);
  const heights = createTexture(gl, width, height, gl.RGBA8, null, gl.CLAMP_TO_EDGE);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT1, gl.TEXTURE_2D, heights, 0);
  gl.drawBuffers([gl.COLOR_ATTACHMENT0, gl.COLOR_ATTACHMENT1]);
  return { ...colors, heights };
}

export function removePaintTarget(gl: WebGL2RenderingContext, target: PaintTarget | undefined): void {
  if (!target) return;
  removeTarget(gl, target);
  gl.deleteTexture(target.heights);
}

export function clear(
  gl: WebGL2RenderingContext,
  { framebuffer }: Target,
  color: readonly [number, number, number, number],
): void {
  gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer);
  gl.clearColor(...color);
  gl.clear(gl.COLOR_BUFFER_BIT);
}

/** Some machines offer half-float textures but cannot render to them. */
export function rendersHalfFloats(gl: WebGL2RenderingContext): boolean {
  if (!gl.getExtension('EXT_color_buffer_float') && !gl.getExtension('EXT_color_buffer_half_float')) return false;
  const target = createTarget(gl, 4, 4, gl.RGBA16F, gl.LINEAR);
  const complete = gl.checkFramebufferStatus(gl.FRAMEBUFFER) === gl.FRAMEBUFFER_COMPLETE;
  removeTarget(gl, target);
  return complete;
}

export interface Instances {
  readonly count: number;
  draw(from: number, to: number): void;
}

/** Instances of a strip of four corners, each with the floats of its stroke. */
export function createInstances(gl: WebGL2RenderingContext, floats: Float32Array, floatsEach: number): Instances {
  const array = gl.createVertexArray();
  const buffer = gl.createBuffer();
  const count = floats.length / floatsEach;
  gl.bindVertexArray(array);
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.bufferData(gl.ARRAY_BUFFER, floats, gl.STATIC_DRAW);
  for (let attribute = 0; attribute < floatsEach / 4; attribute += 1) {
    gl.enableVertexAttribArray(attribute);
    gl.vertexAttribDivisor(attribute, 1);
  }
  return {
    count,
    draw(from, to) {
      gl.bindVertexArray(array);
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      for (let attribute = 0; attribute < floatsEach / 4; attribute += 1) {
        gl.vertexAttribPointer(attribute, 4, gl.FLOAT, false, 4 * floatsEach, 4 * floatsEach * from + 16 * attribute);
      }
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, to - from);
    },
  };
}

/** Polls, because WebGL has no callbacks. */
async function waitUntil(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
}

/** Resolves when the GPU has finished all commands, without blocking frames. */
export async function finishAll(gl: WebGL2RenderingContext): Promise<void> {
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  gl.flush();
  await waitUntil(() => !fence || gl.isContextLost() || gl.clientWaitSync(fence, 0, 0) !== gl.TIMEOUT_EXPIRED);
  gl.deleteSync(fence);
}

/** Compiles all programs in parallel; where the browser supports that, frames continue meanwhile. */
export async function compile<Name extends string>(
  gl: WebGL2RenderingContext,
  sources: Readonly<Record<Name, readonly [vertex: string, fragment: string]>>,
): Promise<Readonly<Record<Name, Program>>> {
  const parallel = gl.getExtension('KHR_parallel_shader_compile');
  const names = Object.keys(sources) as Name[];
  const started = names.map((name) => {
    const program = gl.createProgram();
    const shaders = sources[name].map((source, i) => {
      const shader = gl.createShader(i === 0 ? gl.VERTEX_SHADER : gl.FRAGMENT_SHADER);
      if (!shader) throw new GraphicsError('the graphics context was lost');
      gl.shaderSource(shader, source);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
      return shader;
    });
    gl.linkProgram(program);
    return { name, program, shaders };
  });
  for (const { program } of started) {
    await waitUntil(() => !parallel || gl.isContextLost() || gl.getProgramParameter(program, parallel.COMPLETION_STATUS_KHR));
  }
  const done = {} as Record<Name, Program>;
  for (const { name, program, shaders } of started) {
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
      const log = [gl.getProgramInfoLog(program), ...shaders.map((shader) => gl.getShaderInfoLog(shader))].join(' ');
      throw new GraphicsError(`${name} did not compile: ${log}`);
    }
    for (const shader of shaders) gl.deleteShader(shader);
    done[name] = createProgram(gl, program);
  }
  return done;
}

function createProgram(gl: WebGL2RenderingContext, program: WebGLProgram): Program {
  const slots = new Map<string, { location: WebGLUniformLocation; type: GLenum; unit: number }>();
  let units = 0;
  const count = Number(gl.getProgramParameter(program, gl.ACTIVE_UNIFORMS));
  for (let i = 0; i < count; i += 1) {
    const info = gl.getActiveUniform(program, i);
    const location = info && gl.getUniformLocation(program, info.name);
    if (!info || !location) continue;
    const isTexture = info.type === gl.SAMPLER_2D;
    slots.set(info.name.replace('[0]', ''), { location, type: info.type, unit: isTexture ? units : -1 });
    if (isTexture) units += 1;
  }
  return {
    use(inputs) {
      gl.useProgram(program);
      for (const [name, { location, type, unit }] of slots) {
        const value = inputs[name];
        if (value === undefined) throw new GraphicsError(`no value for ${name}`);
        if (typeof value === 'number') {
          if (type === gl.INT) gl.uniform1i(location, value);
          else gl.uniform1f(location, value);
        } else if ('texture' in value) {
          gl.activeTexture(gl.TEXTURE0 + unit);
          gl.bindTexture(gl.TEXTURE_2D, value.texture);
          gl.uniform1i(location, unit);
        } else if (type === gl.FLOAT_VEC2) gl.uniform2fv(location, value);
        else gl.uniform4fv(location, value);
      }
    },
  };
}
