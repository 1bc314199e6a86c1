/**
 * The two lines that run in the head before the first paint. The first marks the document as a member's or a guest's by the
 * stored session, the second its theme by the cookie, so that finished pages are the same for everybody and nothing flickers.
 */
export const headLines = [
  `(function(d){var m=0;try{var s=JSON.parse(localStorage.getItem('session'));m=s&&typeof s.userId=='string'&&typeof s.token=='string'&&typeof s.flowAddress=='string'&&isFinite(s.timestamp)&&typeof s.timestamp=='number'}catch(e){}d.dataset.session=m?'member':'guest'})(document.documentElement)`,
  `(function(d){var t=/(?:^|; )kura_theme=(light|dark|auto)/.exec(document.cookie);if(t)d.dataset.theme=t[1]})(document.documentElement)`,
] as const
