import { createContext } from 'react'

/** The language of the field around a control; undefined where it has none. */
export const FieldLocaleContext = createContext<string | undefined>(undefined)
