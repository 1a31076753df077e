declare module 'css-tree/dist/csstree.esm' {
  export const lexer: import('./cssTree.ts').CssGrammar
}
