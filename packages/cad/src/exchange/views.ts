/** The directions from which a part is shown; `iso` is from the front, the right and above. */
export const pictureViews = ['iso', 'front', 'back', 'left', 'right', 'top', 'bottom'] as const
export type PictureView = (typeof pictureViews)[number]
