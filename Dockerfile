# The app in a container: docker build -t belieflab . && docker run --rm -p 8501:8501 belieflab
#
# The base image is named by its tag, not yet by its digest: a digest has to be read from a registry,
# which was not possible where this file was written. To build from one exact image, look its digest
# up (docker buildx imagetools inspect python:3.11-slim) and give it:
#   docker build --build-arg PYTHON_IMAGE=python:3.11-slim@sha256:… -t belieflab .
ARG PYTHON_IMAGE=python:3.11-slim
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
