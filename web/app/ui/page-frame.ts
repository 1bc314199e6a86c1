/** The page below everything that floats: what is inert while a window is open. */
export const pageFrameId = 'page-frame'
