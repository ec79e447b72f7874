/**
 * Loads the fonts of an `elements({ fonts: [{ family, src: 'url(…)' }] })`: the page fetches them, for the frame may not.
 * A font that does not load is left out; a style sheet (`cssSrc`) is not looked into.
 */
export async function loadFonts(wanted) {
  const loaded = await Promise.all((wanted ?? []).map(loadFont));
  return loaded.filter(Boolean);
}

async function loadFont({ family, src, ...descriptors }) {
  const address = /url\(\s*["']?([^"')]+)["']?\s*\)/.exec(src ?? '')?.[1];
  if (!family || !address) return null;
  try {
    const answer = await fetch(new URL(address, document.baseURI));
    return answer.ok ? { family, bytes: await answer.arrayBuffer(), ...JSON.parse(JSON.stringify(descriptors)) } : null;
  } catch {
    return null;
  }
}
