import { axesOf, type Bounds, type Camera, depthAround, type Size } from './camera.ts'
import type { PartModel } from './model.ts'

/** Pixels of an edge's width. */
const EDGE_WIDTH = 1.5
/** How far in front of its faces an edge is drawn, in pixels. */
const EDGE_BIAS = 2
const BODY = [178 / 255, 187 / 255, 197 / 255] as const
const EDGE = [38 / 255, 44 / 255, 52 / 255] as const

const project = `
uniform vec3 right, up, viewer, target;
uniform vec3 scale;
vec3 project(vec3 point) {
  vec3 from = point - target;
  return vec3(dot(from, right), dot(from, up), -dot(from, viewer)) * scale;
}`

// The light comes from behind the viewer, above and to the left, as in the pictures that a server draws.
const bodyVertex = `#version 300 es
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
out float light;
${project}
void main() {
  vec3 source = normalize(viewer + 0.9 * up - 0.5 * right);
  light = 0.45 + 0.55 * max(0.0, dot(normal, source));
  gl_Position = vec4(project(position), 1.0);
}`
const bodyFragment = `#version 300 es
precision mediump float;
in float light;
uniform vec3 colour;
out vec4 shown;
void main() { shown = vec4(colour * light, 1.0); }`

const edgeVertex = `#version 300 es
layout(location = 0) in vec3 start;
layout(location = 1) in vec3 end;
uniform vec2 pixel;
uniform float width, bias;
${project}
void main() {
  vec3 a = project(start), b = project(end);
  vec2 along = (b.xy - a.xy) / pixel;
  float size = length(along);
  along = size > 0.0 ? along / size : vec2(1.0, 0.0);
  float side = float(gl_VertexID & 1) * 2.0 - 1.0, way = float(gl_VertexID >> 1) * 2.0 - 1.0;
  vec3 at = way < 0.0 ? a : b;
  vec2 offset = (vec2(-along.y, along.x) * side + along * way * 0.5) * width * pixel;
  gl_Position = vec4(at.xy + offset, at.z - bias, 1.0);
}`
const edgeFragment = `#version 300 es
precision mediump float;
uniform vec3 colour;
out vec4 shown;
void main() { shown = vec4(colour, 1.0); }`

/** Draws a part with WebGL 2. */
export interface Renderer {
  show(model: PartModel): void
  /** @param ratio pixels of the screen a pixel of the page */
  draw(camera: Camera, bounds: Bounds, size: Size, ratio: number): void
  close(): void
}

/** Undefined if the browser has no WebGL 2. */
export function createRenderer(canvas: HTMLCanvasElement): Renderer | undefined {
  const gl = canvas.getContext('webgl2', { antialias: true, alpha: true, powerPreference: 'low-power' })
  const bodies = gl && createProgram(gl, bodyVertex, bodyFragment)
  const edges = gl && createProgram(gl, edgeVertex, edgeFragment)
  if (!gl || !bodies || !edges) return undefined
  let shown:
    | { faces: WebGLVertexArrayObject; lines: WebGLVertexArrayObject; buffers: WebGLBuffer[]; model: PartModel }
    | undefined

  function release(): void {
    if (!gl || !shown) return
    gl.deleteVertexArray(shown.faces)
    gl.deleteVertexArray(shown.lines)
    for (const buffer of shown.buffers) gl.deleteBuffer(buffer)
    shown = undefined
  }

  return {
    show(model) {
      release()
      const buffers: WebGLBuffer[] = []
      const upload = (target: number, data: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>) => {
        const buffer = gl.createBuffer()
        buffers.push(buffer)
        gl.bindBuffer(target, buffer)
        gl.bufferData(target, data, gl.STATIC_DRAW)
      }
      const faces = gl.createVertexArray()
      gl.bindVertexArray(faces)
      for (const [place, data] of [model.positions, model.normals].entries()) {
        upload(gl.ARRAY_BUFFER, data)
        gl.enableVertexAttribArray(place)
        gl.vertexAttribPointer(place, 3, gl.FLOAT, false, 0, 0)
      }
      upload(gl.ELEMENT_ARRAY_BUFFER, model.indices)
      const lines = gl.createVertexArray()
      gl.bindVertexArray(lines)
      upload(gl.ARRAY_BUFFER, model.lines)
      for (const place of [0, 1]) {
        gl.enableVertexAttribArray(place)
        gl.vertexAttribPointer(place, 3, gl.FLOAT, false, 24, 12 * place)
        gl.vertexAttribDivisor(place, 1)
      }
      gl.bindVertexArray(null)
      shown = { faces, lines, buffers, model }
    },
    draw(camera, bounds, size, ratio) {
      const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)]
      if (canvas.width !== width || canvas.height !== height) {
        canvas.width = width
        canvas.height = height
      }
      gl.viewport(0, 0, width, height)
      gl.clearColor(0, 0, 0, 0)
      gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT)
      if (!shown) return
      gl.enable(gl.DEPTH_TEST)
      const depth = depthAround(camera, bounds)
      const set = (program: WebGLProgram, colour: readonly [number, number, number]) => {
        gl.useProgram(program)
        const at = (name: string) => gl.getUniformLocation(program, name)
        for (const [name, [x, y, z]] of Object.entries({ ...axesOf(camera), target: camera.target, colour }))
          gl.uniform3f(at(name), x, y, z)
        gl.uniform3f(at('scale'), (2 * camera.zoom) / size.width, (2 * camera.zoom) / size.height, 1 / depth)
        return at
      }
      set(bodies, BODY)
      gl.bindVertexArray(shown.faces)
      gl.drawElements(gl.TRIANGLES, shown.model.indices.length, gl.UNSIGNED_INT, 0)
      const at = set(edges, EDGE)
      gl.uniform2f(at('pixel'), 2 / width, 2 / height)
      gl.uniform1f(at('width'), (EDGE_WIDTH * ratio) / 2)
      gl.uniform1f(at('bias'), EDGE_BIAS / camera.zoom / depth)
      gl.bindVertexArray(shown.lines)
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, shown.model.lines.length / 6)
      gl.bindVertexArray(null)
    },
    close() {
      release()
      gl.deleteProgram(bodies)
      gl.deleteProgram(edges)
    },
  }
}

/** Undefined if the graphics processor refuses it. */
function createProgram(gl: WebGL2RenderingContext, vertex: string, fragment: string): WebGLProgram | undefined {
  const program = gl.createProgram()
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(type)
    if (!shader) return undefined
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
    gl.deleteShader(shader)
  }
  gl.linkProgram(program)
  return gl.getProgramParameter(program, gl.LINK_STATUS) ? program : undefined
}
