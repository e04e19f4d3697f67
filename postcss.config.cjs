/**
 * Which layer wins is settled by the first file that names one, and files come in the order pages are visited: after a chart the
 * words on green buttons were green too. So every file with a rule of Mantine's names both, in the order base.css has them.
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
