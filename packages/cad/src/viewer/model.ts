/** Triangles and lines of a part as its GLB has them: metres, Y up. */
export interface PartModel {
  /** Three numbers a point. */
  positions: Float32Array<ArrayBuffer>
  normals: Float32Array<ArrayBuffer>
  /** Three points a triangle. */
  indices: Uint32Array<ArrayBuffer>
  /** Six numbers a piece of an edge: its two ends. */
  lines: Float32Array<ArrayBuffer>
}
