/**
 * The first loaded file that names a layer fixes the order of layers, and files load in the order in which pages are visited: after a page with a
 * chart, the text of green buttons was green too. So every file with a Mantine rule names both layers, in the order of base.css.
 */
const layersInOrder = () => ({
  postcssPlugin: 'layers-in-order',
  OnceExit(root, { AtRule }) {
    let mantine = false;
    root.walkAtRules('layer', ({ params }) => {
      mantine ||= params === 'mantine';
    });
    if (mantine) root.prepend(new AtRule({ name: 'layer', params: 'base, mantine' }));
  },
});
layersInOrder.postcss = true;

module.exports = { plugins: [require('postcss-preset-mantine')(), layersInOrder()] };
