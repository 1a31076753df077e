import { type ComponentType, createContext } from 'react'
import type { FieldControlProps } from './controlProps.ts'

/** The control of a field by its type, for the values inside of a list or a group. */
export const ControlContext = createContext<ComponentType<FieldControlProps>>(() => null)
