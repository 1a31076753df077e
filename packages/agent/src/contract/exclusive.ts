type KeyOfAny<Union> = Union extends unknown ? keyof Union : never
/** A union whose members have no field of the others, so that a reader may ask for any field without narrowing first. */
export type Exclusive<Union, Key extends PropertyKey = KeyOfAny<Union>> = Union extends unknown
  ? Union & { [Absent in Exclude<Key, keyof Union>]?: undefined }
  : never
