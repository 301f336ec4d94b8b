# The app in a container: docker build -t belieflab . && docker run --rm -p 8501:8501 belieflab
#
# The base image is pinned by the digest of its index of platforms (python:3.11-slim of August 2026).
# To move to a later one: docker buildx imagetools inspect python:3.11-slim
ARG PYTHON_IMAGE=python:3.11-slim@sha256:9c900dea9e8fb7e16277c179b555cc72d29a352dbc33cff48ad5a0412fd5bfc7
FROM ${PYTHON_IMAGE}

# make runs everything below; libgomp1 is what scikit-learn and numba link against.
RUN apt-get update \
    && apt-get install --no-install-recommends -y libgomp1 make \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home lab \
    && install -d -o lab -g lab /home/lab/belieflab

USER lab
WORKDIR /home/lab/belieflab
ENV PIP_NO_CACHE_DIR=1 \
    NUMBA_CACHE_DIR=/home/lab/kernels

# The environment changes seldom, the sources often: two layers. .ci/environment installs from
# requirements.lock with --require-hashes.
COPY --chown=lab:lab Makefile requirements.txt requirements.lock ./
COPY --chown=lab:lab .ci ./.ci
RUN make environment
COPY --chown=lab:lab . .
RUN make kernels

# Reachable from outside the container.
ENV PORT=8501 \
    STREAMLIT_SERVER_ADDRESS=0.0.0.0 \
    STREAMLIT_SERVER_HEADLESS=true
EXPOSE 8501
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s CMD ["make", "--silent", "health"]
CMD ["make", "--silent", "run"]
