import { type Static, Type } from 'typebox'

/** A CAD part as a page asks for it. */
export const PartRequest = Type.Object({
  partId: Type.String(),
  /** The id or the name of a configuration; absent for the one that is active. */
  configuration: Type.Optional(Type.String()),
  /** The direction from which the picture shows it; absent for the usual one. */
  view: Type.Optional(Type.String()),
  /** Visitors choose among its configurations. */
  choices: Type.Optional(Type.Literal(true)),
})
export type PartRequest = Static<typeof PartRequest>

const DerivedFile = Type.Object({ path: Type.String(), contentType: Type.String(), blob: Type.String() })

/** The files that a page shows of a part. Paths are relative to the site's root and hold a digest of what was built. */
export const PublishedPart = Type.Object({
  /** The part's name; absent in records of earlier versions. */
  name: Type.Optional(Type.String()),
  model: DerivedFile,
  picture: DerivedFile,
  /** The configurations to choose from, if the request asks for them: the one that is shown comes first. */
  choices: Type.Optional(Type.Array(Type.Object({ name: Type.String(), model: DerivedFile }))),
  /** In pixels, of the picture. */
  width: Type.Integer(),
  height: Type.Integer(),
})
export type PublishedPart = Static<typeof PublishedPart>

/** The CAD parts of a project, for the pages that show them. */
export interface PartSource {
  /** Another text whenever pages may show a part otherwise; undefined if there is no such part. */
  versionOf(partId: string): Promise<string | undefined>
  /**
   * The files of a part, made if they are missing, or a sentence that says why there are none.
   * @param before what a release before this one has of it, which is returned if it is still right
   */
  files(request: PartRequest, before: PublishedPart | undefined): Promise<PublishedPart | { problem: string }>
  /** The script with which visitors turn parts. */
  viewer(): Promise<{ path: string; contentType: string; text: string }>
}
